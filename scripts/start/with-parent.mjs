// Preloaded into web app and host. Stops them if the start script is killed.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 1000).unref();
