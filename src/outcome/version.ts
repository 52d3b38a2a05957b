/** Raise when any rule decides differently: calls judged by an older version are then judged again. */
export const JUDGE_VERSION = 11
