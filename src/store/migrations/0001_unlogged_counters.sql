-- Counters of the running minute: losing them in a crash of the database is harmless, writing them ahead is not free.
ALTER TABLE "rate_windows" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "token_failures" SET UNLOGGED;
