// The anchor of cold starts: a function that does nothing.
module.exports = (_request, answer) => answer.end("hello");
