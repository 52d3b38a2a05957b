/** The named fields of an object, in this order. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>

/** All fields of an object but the named ones. */
export const omit = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Omit<From, Name> => {
  const left: Partial<From> = { ...from }
  for (const name of names) delete left[name]
  return left as Omit<From, Name>
}
