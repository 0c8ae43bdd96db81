declare module 'world-atlas/land-110m.json' {
  /** Natural Earth's outline of all land at 1:110 million, in the public domain. */
  const topology: {
    readonly type: 'Topology'
    readonly arcs: [number, number][][]
    readonly transform: { readonly scale: [number, number]; readonly translate: [number, number] }
    readonly objects: {
      readonly land: {
        readonly type: 'GeometryCollection'
        readonly geometries: { type: 'MultiPolygon'; arcs: number[][][] }[]
      }
    }
  }
  export default topology
}

declare module '*?url' {
  const address: string
  export default address
}
