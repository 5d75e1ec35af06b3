package org.bipj.sim.constants;

/** Where a constant's value comes from. A result may count as predicted only if no constant was fitted to it. */
public enum Mark {
    /** Stated in a paper or data sheet. */
    PUBLISHED,
    /** Calculated from published values. */
    DERIVED,
    /** Plausible, but confirmed by no text. */
    ASSUMED,
    /** Chosen so that the simulation yields one published result, which the constant names. */
    FITTED,
    /** Changed for this run by an option. */
    SET;

    /** The word for this mark in platforms' files and in lists. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
