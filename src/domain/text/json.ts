// Values that survive a round trip through a journal line.
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
