import type { DifferenceCell } from '../../src/lib/stats/difference-bets.ts'

/** Pairs in which only the second succeeded, only the first, or both alike, as the bets take them. */
export const pairedCells = ({
  wins,
  losses,
  ties,
}: {
  wins: number
  losses: number
  ties: number
}): DifferenceCell[] => [
  { value: 1, count: wins },
  { value: 0, count: ties },
  { value: -1, count: losses },
]
