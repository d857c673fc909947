// The anchor of cold starts: a minimal function.
module.exports = (_request, answer) => answer.end("hello");
