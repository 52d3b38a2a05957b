/**
 * Call ids that a seed puts into a conversation (SPEC S24) begin so, and are known again by it when the session comes
 * back as history. Letters only and short: every provider's rule for ids, Mistral's nine characters included, has room.
 */
export const SEED_ID_PREFIX = 'wseed'
