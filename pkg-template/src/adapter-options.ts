// What the adapters share in reading options: a wrong name must not pass in silence, or texts go to another server, or no model is used at all.

/** Every option of an adapter, by its name. */
export type Known<Options> = { [name in keyof Required<Options>]: true };

/**
 * Throws a `TypeError` for options that an adapter does not know, and where it is given none of those that name a model.
 *
 * @param adapter how a message names it
 */
export function checkOptions<Options extends object>(
  adapter: string,
  options: Options,
  known: Known<Options>,
  models: readonly (keyof Options & string)[],
): void {
  for (const name of Object.keys(Object(options)))
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${adapter}: \`${name}\`: unknown option, expected one of ${Object.keys(known).join(", ")}`,
      );
  if (!models.some((name) => Object(options)[name]))
    throw new TypeError(`${adapter}: \`${models.join("` or `")}\` is needed`);
}
