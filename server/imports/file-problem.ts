/** Why a file cannot be imported, as a sentence for whoever chose it. */
export class FileProblem extends Error {}
