-- Full files of the sender hold a part of the group each (a division, a location), so that whom one leaves out may stand in another (decisions/0022).
alter table trading_partners add column holds_part boolean not null default false;
