/** What of `jstat` is used here; the package has no types. */
declare module "jstat" {
  const jstat: {
    readonly studentt: {
      /** The quantile of `share` in (0, 1). */
      inv(share: number, degreesOfFreedom: number): number;
    };
  };
  export default jstat;
}
