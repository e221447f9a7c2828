package dev.uketsuke.accounts;

/** The roles that a credential can have; an applicant needs none. */
public final class Role {
  /** The role of people who process applications; they see those of all accounts. */
  public static final String STAFF = "staff";

  /** The role of systems that send events and start jobs. */
  public static final String SERVICE = "service";

  private Role() {}
}
