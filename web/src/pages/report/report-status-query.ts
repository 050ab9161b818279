import { queryOptions } from '@tanstack/react-query'
import type { reports } from '@vitrine/contract/calls/visitors/reports'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const statusOfReport = publicEndpoint<typeof reports.status>('GET', '/reports/of/:secret/')

export const reportStatusQuery = (send: Transport, secret: string) =>
  queryOptions({
    queryKey: ['report', secret],
    queryFn: ({ signal }) => apiClient(send, signal)(statusOfReport, { params: { secret } }),
  })
