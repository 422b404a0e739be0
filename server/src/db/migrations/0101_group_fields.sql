-- The wizard's form has the names of the columns, in drafts too: companyName for company_name, stateProvince for state.
create function pg_temp.renamed(form jsonb, names jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(coalesce(names ->> key, key), value), '{}'::jsonb) from jsonb_each(form)
$$;

create function pg_temp.renamed_each(list jsonb, names jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(pg_temp.renamed(item, names) order by position), '[]'::jsonb)
  from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end)
    with ordinality as items(item, position)
  where jsonb_typeof(item) = 'object'
$$;

update draft_groups set form_data = pg_temp.renamed(form_data, '{
  "company_name": "companyName", "legal_name": "legalName", "tax_id": "taxId", "tax_id_encrypted": "taxIdEncrypted",
  "sic_code": "sicCode", "address_line1": "addressLine1", "address_line2": "addressLine2", "state": "stateProvince",
  "zip_code": "zipPostalCode", "phone": "contactPhone", "fax": "faxPhone", "email": "contactEmail",
  "employee_count": "employeeCount", "eligible_employee_count": "eligibleEmployeeCount",
  "effective_date": "effectiveDate", "renewal_date": "renewalDate", "waiting_period_days": "waitingPeriodDays",
  "waiting_period_start": "waitingPeriodStart", "hours_requirement": "hoursRequirement", "group_type": "groupType",
  "billing_locations": "billingLocations", "billing_method": "billingMethod", "payment_method": "paymentMethod",
  "grace_period_days": "gracePeriodDays", "retro_term_days": "retroTermDays",
  "open_enrollment_start": "openEnrollmentStart", "open_enrollment_end": "openEnrollmentEnd",
  "cobra_enabled": "cobraEnabled", "selected_plans": "selectedPlans", "plan_customizations": "planCustomizations"
}') where form_data ? 'company_name';

update draft_groups set form_data = form_data || jsonb_build_object(
  'billingLocations', pg_temp.renamed_each(form_data -> 'billingLocations', '{
    "location_name": "locationName", "address_line1": "addressLine1", "address_line2": "addressLine2", "zip_code": "zipCode"
  }'),
  'classes', pg_temp.renamed_each(form_data -> 'classes', '{
    "class_name": "className", "billing_location": "billingLocation"
  }'),
  'planCustomizations', replace(coalesce(form_data ->> 'planCustomizations', '{}'), '"rating_methodology":', '"ratingMethodology":')::jsonb
) where form_data ? 'companyName';

alter table groups add column doing_business_as text;
