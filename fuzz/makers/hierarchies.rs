//! Hierarchies as ARX and spreadsheets write them.

/// The files.
pub fn files() -> Vec<Vec<u8>> {
    [
        "31;\"[30; 40[\";*\n35;\"[30; 40[\";*\n42;\"[40; 50[\";*\n",
        "\u{feff}0,1,2\r\na,x,*\r\nb,x,*\r\n\r\nc,y,*\r\n",
        "value\tgroup\tall\nM\tany\t*\nF\tany\t*\nM\tany\t*\n",
        "\"a \"\"b\"\"\";\"one\ntwo\";*\n",
        "a;b;c;d;e;f;g;h;*\n",
        "11323;113**;*\n20450;204**;*\n11323;112**;*\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
