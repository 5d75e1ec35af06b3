package org.bipj.launch.mpirun.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which class of a source file is started: the one that {@code java X.java} of the JDK starts. */
class SourceCompilerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class X { public static void main(String[] a) {} } class Y {} | X",
                "class Y { void main() {} } class X { void main() {} } | Y",
                "interface Y {} class X { void main() {} } | X",
                "package a.b; import java.util.List; record X() {} | a.b.X",
                "void main() {} | X",
                "class X extends Y {} class Y { void main() {} } | X",
                "class Y extends Z {} class X { void main() {} } |",
                "class Y {} class Z {} |",
                "package a; |"
            })
    void theMainClass(String text, String expected) throws IOException {
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///X.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return text;
            }
        };
        JavacTask parser = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, fault -> {}, List.of(), null, List.of(source));
        assertEquals(
                expected, SourceCompiler.mainClass(parser.parse().iterator().next(), Path.of("a", "X.java")));
    }
}
