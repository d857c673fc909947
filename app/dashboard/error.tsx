"use client";
import ErrorScreen from "../error.tsx";

/** Within the frame, which stays with its ways to other screens. */
export default ErrorScreen;
