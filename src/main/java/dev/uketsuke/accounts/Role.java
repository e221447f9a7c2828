package dev.uketsuke.accounts;

/** The roles a credential can carry; an applicant needs none. */
public final class Role {
  /** People who check applications and see those of all accounts. */
  public static final String STAFF = "staff";

  /** Systems that deliver events and start jobs. */
  public static final String SERVICE = "service";

  private Role() {}
}
