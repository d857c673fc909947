import { configure } from "@testing-library/react";

// Some waits include loading and compiling code.
configure({ asyncUtilTimeout: 15_000 });
