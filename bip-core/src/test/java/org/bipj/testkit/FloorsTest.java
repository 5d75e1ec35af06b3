package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** The rule finds what it is for. */
class FloorsTest {
    private static final String LOWER = "org.bipj.testkit.floors";
    private static final String UPPER = "org.bipj.testkit.floors.upper";
    private static final JavaClasses HOUSE = new ClassFileImporter().importPackages(LOWER);

    private static void failsWith(String why, Floors floors) {
        String message = assertThrows(AssertionError.class, () -> floors.rule().check(HOUSE))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void aSoundHouseStands() {
        Floors.of(LOWER, UPPER).circlesUpTo(2).rule().check(HOUSE);
        Floors.of(LOWER + "..").circlesUpTo(1).circlesUpTo(2, LOWER).rule().check(HOUSE);
    }

    @Test
    void anArrowUpwardsIsFound() {
        failsWith(
                UPPER + ".Above depends on " + LOWER + ".Left, which is on a higher floor",
                Floors.of(UPPER, LOWER).circlesUpTo(2));
    }

    @Test
    void aPackageWithoutFloorIsFound() {
        failsWith(UPPER + " has no floor", Floors.of(LOWER).circlesUpTo(2));
    }

    @Test
    void aCircleThatIsTooLargeIsFound() {
        failsWith(
                "a circle of 2 classes, 1 at most: " + LOWER + ".Left, " + LOWER + ".Right",
                Floors.of(LOWER, UPPER).circlesUpTo(1));
    }
}
