-- Reads a cart's lines for the statement that locks the cart. A volatile function takes a snapshot of its own, so it
-- sees the lines as the previous holder of the lock left them; the statement's own snapshot is from before the wait.
create function lines_of_cart(cart uuid) returns setof cart_lines language plpgsql volatile rows 10 as $$
begin
  return query select * from cart_lines l where l.cart_id = cart;
end $$;
