-- Which states and reasons occur together: without it the planner expects rows for every combination, and looks for those
-- that cannot exist in the whole table.
CREATE STATISTICS payment_state_reason (dependencies, mcv) ON state, reason FROM payment;
CREATE STATISTICS payment_state_type (dependencies, mcv) ON state, type FROM payment;
