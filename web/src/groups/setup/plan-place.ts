export type Place = { readonly classKey: string; readonly locationKey: string };
