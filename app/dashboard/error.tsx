"use client";
import ErrorScreen from "../error.tsx";

/** Inside the frame, which keeps its navigation. */
export default ErrorScreen;
