import * as v from 'valibot'

/** A shape with the sentence that its JSON Schema in docs/format says about it. */
export const described = <Shape extends v.GenericSchema>(
  shape: Shape,
  text: string,
): v.SchemaWithPipe<readonly [Shape, v.DescriptionAction<v.InferOutput<Shape>, string>]> =>
  v.pipe(shape, v.description<v.InferOutput<Shape>, string>(text))

/** The shape of an object with these fields, and the sentence about it. */
export const describedObject = <const Fields extends v.ObjectEntries>(text: string, fields: Fields) =>
  described(v.object(fields), text)
