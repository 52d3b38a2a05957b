/** How many migrations the tables of a store have seen that this program reads and writes. A test holds it to their number. */
export const SCHEMA_VERSION = 28
