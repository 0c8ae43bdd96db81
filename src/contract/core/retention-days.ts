/** Most days for which a project keeps results (13 months), and their details: requests, responses, logs and pictures. */
export const RESULT_DAYS = 396
export const BODY_DAYS = 30
