import { trustCalls } from '@vitrine/contract/calls/accounts/trust'
import type { Feature } from '#feature'
import { trustBenefitsOf, trustOf } from './trust.ts'

export const trust: Feature = {
  routes(_app, { serve, db, config }) {
    serve(trustCalls, {
      mine: async ({ caller }) => ({ trust: await trustOf(db, caller), benefits: trustBenefitsOf(config) }),
    })
  },
}
