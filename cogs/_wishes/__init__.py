"""What members have said in advance: plans, standing answers, how the hand looks."""
