"use client";
import ErrorScreen from "../error.tsx";

export default ErrorScreen;
