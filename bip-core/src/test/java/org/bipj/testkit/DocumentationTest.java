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

    @Test
    void demandsNothingOfPackagesThatAModuleDoesNotExportToAll(@TempDir Path sources) throws IOException {
        Files.writeString(sources.resolve("module-info.java"), """
                module sample {
                    exports sample.open;
                    exports sample.some to friend;
                }
                """);
        for (String name : List.of("open", "some", "inner")) {
            Path folder = Files.createDirectories(sources.resolve("sample/" + name));
            Files.writeString(folder.resolve("Bare.java"), "package sample." + name + "; public class Bare {}");
        }

        List<String> missing = Documentation.missing(sources);

        assertEquals(List.of(sources.resolve("sample/open/Bare.java") + ":1 Bare"), missing);
    }
}
