/** The name under which the sessions of an owner that recorded no directory count as one project. */
export const NO_PROJECT = 'unknown'
