"use client";
import ErrorScreen from "../error.tsx";

/** Keeps the navigation of the frame. */
export default ErrorScreen;
