/** How a token can be had again, as far as it is known. */
type Known = {
  readonly grant: string
  readonly secrets: { readonly refresh_token?: unknown }
}

/** Whether a token can be refreshed without its owner. */
export const canRefresh = ({ grant, secrets }: Known): boolean =>
  grant === 'client_credentials' || grant === 'jwt_bearer' || secrets.refresh_token !== undefined

/** Whether the end of a token is learnt from the service that refuses it: nothing says when it expires, and it can be obtained anew. */
export const isRenewable = (token: Known & { readonly expires: number | null }): boolean =>
  token.expires === null && canRefresh(token)
