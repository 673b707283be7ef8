-- A shop may switch loyalty off.
update settings set value = '{"enabled": true}' || value where key = 'loyalty';
