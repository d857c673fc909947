import { configure } from "@testing-library/react";

// What a test waits for may first have to be fetched and compiled; on a loaded machine that takes more than a second.
configure({ asyncUtilTimeout: 15_000 });
