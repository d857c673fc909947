import { configure } from "@testing-library/react";

// Some waits include loading and compiling code, which takes more than a second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
