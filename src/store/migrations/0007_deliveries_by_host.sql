DROP INDEX "callback_deliveries_host";--> statement-breakpoint
CREATE INDEX "callback_deliveries_host_due" ON "callback_deliveries" USING btree ("host","next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "callback_deliveries_leased" ON "callback_deliveries" USING btree ("leased_until") WHERE leased_until is not null;