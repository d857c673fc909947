export class FileProblem extends Error {}

export const MOST_COLUMNS = 200;
export const TOO_WIDE = `This file has more than ${MOST_COLUMNS} columns with entries. Delete those that you don't need.`;
