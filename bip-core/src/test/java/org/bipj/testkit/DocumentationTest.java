package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {
    @Test
    void namesPublicItemsWithoutACommentAndNothingElse(@TempDir Path sources) throws IOException {
        Files.writeString(sources.resolve("Sample.java"), """
                /** Commented. */
                public class Sample {
                    public Sample() {}
                    public Sample(int bare) {}
                    /** Commented. */
                    public void commented() {}
                    public void bare() {}
                    void hidden() {}
                    @Override
                    public String toString() { return ""; }
                    /** Commented. */
                    public interface Port {
                        int bare();
                    }
                    static class Hidden {
                        public void inside() {}
                    }
                }
                """);

        List<String> missing = Documentation.missing(sources).stream()
                .map(line -> line.substring(line.lastIndexOf("Sample.java")))
                .toList();

        assertEquals(List.of("Sample.java:4 <init>", "Sample.java:7 bare", "Sample.java:13 bare"), missing);
    }
}
