-- Nothing asks it.
drop function is_only_organization();
