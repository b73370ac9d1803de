UPDATE "contracts" SET "inference" = NULL WHERE "inference" = 'graphs';
