export const activated = 'Subscription activated successfully!'
