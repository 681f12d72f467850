-- The twin of this file is ../sqlite/0034_cheaper_writes.sql, which changes nothing.

-- New words wait in a short list until they go into the index together. Putting the words of each ticket into the index at once took longer than anything
-- else that creating a ticket does. A search reads the list as well, so the list must stay short: 64 kB are the words of about 100 tickets.
ALTER INDEX ticket_words_words SET (fastupdate = on, gin_pending_list_limit = 64);
ALTER INDEX comment_words_words SET (fastupdate = on, gin_pending_list_limit = 64);
