package org.bipj.shm.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Properties;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Distance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users may set by system properties, and what they are told where it cannot work. */
class RingSettingsTest {
    private static RingSettings of(String... namesAndValues) {
        Properties properties = new Properties();
        properties.setProperty("org.bipj.other", "anything");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty("org.bipj.shm." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return RingSettings.of(properties);
    }

    @Test
    void withoutAnyTheDefaultsHold() {
        RingSettings settings = of();
        settings.check();
        assertEquals(65_536, settings.ringBytes());
        assertEquals(2_097_152, settings.longRingBytes());
        assertEquals(12_288, settings.eagerLimit());
        assertEquals(131_072, settings.sharedCopyMin());
        assertEquals(Distance.Given.MEASURED, settings.distance());
    }

    @Test
    void eachCanBeSet() {
        RingSettings settings =
                of("ringBytes", "4096", "longRingBytes", "16384", "eagerLimit", "0", "sharedCopyMin", "0x100");
        settings.check();
        assertEquals(4096, settings.ringBytes());
        assertEquals(16_384, settings.longRingBytes());
        assertEquals(0, settings.eagerLimit());
        assertEquals(256, settings.sharedCopyMin());
        assertEquals(0, of("longRingBytes", "0").longRingBytes());
        assertEquals(Distance.Given.FAR, of("distance", "far").distance());
        assertEquals(Distance.Given.NEAR, of("distance", " near ").distance());
    }

    @ParameterizedTest
    @CsvSource({"4096, 2097152", "1048576, 4194304", "67108864, 268435456", "134217728, 0"})
    void theLongRingGrowsWithTheFirstOne(String ring, int longRing) {
        RingSettings settings = of("ringBytes", ring);
        settings.check();
        assertEquals(longRing, settings.longRingBytes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ringBytes     | abc         | ringBytes is abc, expected a power of two from 4096 to 268435456
            ringBytes     | ''          | ringBytes is , expected a power of two from 4096 to 268435456
            ringBytes     | 0           | ringBytes is 0, expected a power of two from 4096 to 268435456
            ringBytes     | -1          | ringBytes is -1, expected a power of two from 4096 to 268435456
            ringBytes     | 1000        | ringBytes is 1000, expected a power of two from 4096 to 268435456
            ringBytes     | 65535       | ringBytes is 65535, expected a power of two from 4096 to 268435456
            ringBytes     | 2048        | ringBytes is 2048, expected a power of two from 4096 to 268435456
            ringBytes     | 1073741824  | ringBytes is 1073741824, expected a power of two from 4096 to 268435456
            ringBytes     | 64k         | ringBytes is 64k, expected a power of two from 4096 to 268435456
            ringBytes     | -2147483648 | ringBytes is -2147483648, expected a power of two from 4096 to 268435456
            longRingBytes | 65536       | longRingBytes is 65536, expected a power of two from 262144 to 268435456, or 0 for none
            eagerLimit    | -5          | eagerLimit is -5, expected a number from 0 to 2147483647
            eagerLimit    | 1e3         | eagerLimit is 1e3, expected a number from 0 to 2147483647
            sharedCopyMin | 0           | sharedCopyMin is 0, expected a number from 1 to 2147483647
            ringbytes     | 4096        | ringbytes: no such setting; there are ringBytes, longRingBytes, eagerLimit, sharedCopyMin and distance
            distance      | FAR         | distance is FAR, expected measured, near or far
            """)
    void whatCannotWorkIsNamedWithWhatWasExpected(String name, String value, String message) {
        RingSettings settings = of(name, value);
        assertEquals(
                "org.bipj.shm." + message,
                assertThrows(PortException.class, settings::check).getMessage());
        assertEquals(of().ringBytes(), settings.ringBytes(), "until it is checked, the defaults hold");
    }
}
