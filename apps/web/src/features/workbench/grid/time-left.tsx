/** A ring around the eye: the part of its time that a value has left. */
export const TimeLeft = () => (
  <svg aria-hidden="true" viewBox="0 0 30 30" className="reveal-time !size-auto">
    <circle cx="15" cy="15" r="13.5" pathLength="1" />
  </svg>
)
